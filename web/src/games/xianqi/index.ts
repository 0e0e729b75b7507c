import type { GameModule } from '../../lib/model'
import Table from './Table.svelte'

export const table = Table as GameModule['table']
