/** The level of the deal; the rule book's cards are those of the first one. */
export const levelOf = (table: unknown): string => (table as { level?: string } | null)?.level ?? '2'
