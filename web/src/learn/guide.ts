/** A guided deal is a room like any other, against beginners; this browser remembers that it wants explanations there. */
import { playNow } from '../lib/rooms'

const key = (room: string): string => `qipai.guide.${room}`

export async function guide(game: string): Promise<void> {
  await playNow(game, 'easy', (room) => sessionStorage.setItem(key(room), '1'))
}

export const isGuided = (room: string): boolean => sessionStorage.getItem(key(room)) !== null

export const endGuide = (room: string): void => sessionStorage.removeItem(key(room))
