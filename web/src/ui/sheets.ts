// What lies over a table, fetched together once the table is shown.
export { default as TableMenu } from './TableMenu.svelte'
export { default as TalkSheet } from './TalkSheet.svelte'
