// Where the next game is played: with the server, or on this device. A choice, and never made for anybody.
import { settings } from '../lib/settings.svelte'
import { DEVICE, SITE } from './home'

class Where {
  /** The server did not answer when it was asked last. */
  gone = $state(false)

  get here(): boolean {
    return SITE || (DEVICE && settings.device)
  }
}

export const where = new Where()
