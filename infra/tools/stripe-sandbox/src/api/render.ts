/** Fields that Stripe answers only when they are expanded, by the object that has them. */
const onlyExpanded: Record<string, string[]> = {
  invoice: ['payments'],
  'checkout.session': ['line_items'],
}

/** An object as it is answered: without what is kept for the sandbox alone, and what was not asked for. */
export function render(object: object, kept: string[] = []): Record<string, unknown> {
  const hidden = onlyExpanded[(object as { object?: string }).object ?? ''] ?? []
  return Object.fromEntries(
    Object.entries(object).filter(([key]) => !key.startsWith('_') && (kept.includes(key) || !hidden.includes(key))),
  )
}
