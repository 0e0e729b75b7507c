import './font/font.css'
import type { GameModule } from '../../lib/model'
import Table from './Table.svelte'

export const table = Table as GameModule['table']
