/** The guided first deal: a real deal against beginners, and a word of explanation whenever something new comes up.
 *  What has come up is read off the view; no rule stands here. A game brings its lessons in games/<game>/lessons.ts. */
import { chunk } from '../lib/chunks'
import type { View, Words } from '../lib/model'
import { byGame } from '../games'

export interface Lesson {
  id: string
  /** Is this the moment to say it? Each lesson is said once. */
  when(view: View): boolean
  title: Words
  text: Words
}

/** The view offers a move with this verb. */
export const can = (view: View, verb: string): boolean => view.legal.some((move) => move === verb || move.startsWith(`${verb} `))
export const mySeat = (view: View): number => view.seat ?? 0
export const words = (zh: string, en: string): Words => ({ zh, en })
export const dealt = (view: View): boolean => view.public !== null
export const over = (view: View): boolean => view.result !== null

const found = byGame(import.meta.glob<{ lessons: readonly Lesson[] }>('../games/*/lessons.ts'))

export const hasLessons = (game: string): boolean => game in found

/** A game without lessons is still played with hints. */
export async function lessonsOf(game: string): Promise<readonly Lesson[]> {
  const load = found[game]
  return load ? (await chunk(load)).lessons : []
}

/** The lesson to show: the first whose moment has come and that has not been shown. */
export function nextLesson(lessons: readonly Lesson[], view: View, shown: ReadonlySet<string>): Lesson | null {
  return lessons.find((lesson) => !shown.has(lesson.id) && lesson.when(view)) ?? null
}
