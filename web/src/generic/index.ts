// The table of a game that has no folder under games/: the server's text screen, and its legal moves as buttons.
import type { GameModule } from '../lib/model'
import Table from './Table.svelte'

export const table: GameModule['table'] = Table
