type Hidden = { [field: string]: true | Hidden }
/** The fields of an object that are asked for. */
export type Tree = { [field: string]: Tree }

/** Fields that Stripe answers only when they are expanded, by the object that has them. */
const onlyExpanded: Record<string, Hidden> = {
  invoice: { payments: true },
  'checkout.session': { line_items: true },
  'billing_portal.configuration': { features: { subscription_update: { products: true } } },
}

/** An object as it is answered: without what is kept for the sandbox alone, and what was not asked for. */
export const render = (object: object, expanded: Tree = {}): Record<string, unknown> =>
  shown(object, onlyExpanded[(object as { object?: string }).object ?? ''] ?? {}, expanded)

const shown = (object: object, hidden: Hidden, expanded: Tree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const rule = hidden[key]
      if (key.startsWith('_') || (rule === true && !(key in expanded))) return []
      const isInside = typeof rule === 'object' && typeof value === 'object'
      return [[key, isInside ? shown(value, rule, expanded[key] ?? {}) : value]]
    }),
  )
