import { invalid } from '../api/stripe-error.ts'
import type { Context } from '../context.ts'
import type { Price } from '../store/records/catalog.ts'

/** A price that a subscription can have. @param param the parameter that names it */
export function recurringPrice({ store }: Context, id: string, param: string): Price {
  const price = store.get('prices', id, param)
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      param,
    )
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  return price
}
