import { words as h } from '../i18n/host'
import { words as p } from '../i18n/practice'
import { words as w } from '../i18n/shell'
import { say } from '../lib/i18n.svelte'
import { dealNumber, type Action, type TableModel } from '../lib/model'
import { router } from '../lib/router.svelte'
import { toast } from '../lib/toast.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Model = TableModel<any, any>

/** What can be done when a deal is over; the next one is the primary button. */
export function afterwards(model: Model, looking: boolean, look: () => void): Action[] {
  const { room, view } = model
  const list: Action[] = []
  const { practice } = view
  if (room && (!practice || practice.room)) {
    const origin = practice && `${practice.room}&match=${practice.match}&deal=${practice.deal}&seat=${practice.seat}&step=${practice.move}`
    const label = say(practice ? p.origin : w.replay)
    const played = `${room.id}&match=${view.match.number}&deal=${dealNumber(view) - 1}`
    list.push({ id: 'replay', label, role: 'quiet', enabled: true, run: () => router.go(`/replay?room=${origin ?? played}`) })
  }
  list.push({
    id: 'look',
    label: say(looking ? w.settlement : w.seeTable),
    role: 'plain',
    enabled: true,
    run: look,
  })
  if (!room || model.me === null) return list
  if (view.stage === 'between') {
    const label = say(room.ready ? w.waitingOthers : w.nextDeal)
    list.push({ id: 'next', label, role: 'primary', enabled: !room.ready, key: 'enter', run: () => room.setReady() })
  } else if (view.stage === 'finished') {
    const people = view.seats.filter((seat) => seat.kind === 'human' && seat.auto !== 'left')
    const agreed = view.seats[model.me]?.again === true
    list.push({
      id: 'again',
      label: agreed
        ? say(h.waitAgain, { n: people.filter((seat) => seat.again).length, all: people.length })
        : say(practice ? p.again : w.newMatch),
      role: 'primary',
      enabled: !agreed,
      key: 'enter',
      run: () => void toast.attempt(() => room.again()),
    })
  }
  return list
}
