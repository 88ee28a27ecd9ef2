import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { fields, mergeMetadata } from '../api/fields.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { invalid } from '../api/stripe-error.ts'
import { newId, newPartId } from '../store/ids.ts'

const optionalCount = z.optional(fields.number.check(z.gte(1)))

/** Coupons, and the promotion codes by which people redeem them. */
export const coupons = [
  call(
    'POST',
    '/v1/coupons',
    {
      amount_off: optionalCount,
      currency: z.optional(z.enum(['usd', 'eur', 'gbp'])),
      percent_off: z.optional(z.coerce.number().check(z.gt(0), z.lte(100))),
      duration: z.optional(z.enum(['forever', 'once', 'repeating'])),
      duration_in_months: optionalCount,
      max_redemptions: optionalCount,
      redeem_by: fields.optionalNumber,
      name: fields.optionalText,
      metadata: fields.optionalMetadata,
    },
    (params, { store, clock, emit }) => {
      const { amount_off, percent_off, currency, duration = 'once', duration_in_months } = params
      if ((amount_off === undefined) === (percent_off === undefined))
        throw invalid('You must pass exactly one of `percent_off` and `amount_off`.', 'percent_off')
      if (amount_off !== undefined && !currency)
        throw invalid('You must pass `currency` when passing `amount_off`.', 'currency', 'parameter_missing')
      if ((duration === 'repeating') !== (duration_in_months !== undefined))
        throw invalid(
          'You must pass `duration_in_months` when duration is repeating, and only then.',
          'duration_in_months',
        )
      const coupon = store.add('coupons', {
        ...{ id: newId('coupons'), object: 'coupon', created: clock.now(), livemode: false },
        amount_off: amount_off ?? null,
        currency: currency ?? null,
        percent_off: percent_off ?? null,
        duration,
        duration_in_months: duration_in_months ?? null,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata({}, params.metadata),
        name: params.name ?? null,
        redeem_by: params.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      })
      emit('coupon.created', coupon)
      return coupon
    },
  ),
  call('GET', '/v1/coupons/:id', {}, (_params, { store }, id) => store.get('coupons', id)),
  call('GET', '/v1/coupons', pageParams, (params, { store }) => pageOf(store.all('coupons'), params, '/v1/coupons')),
  call(
    'POST',
    '/v1/promotion_codes',
    {
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: fields.text }),
      code: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,500}$/))),
      active: fields.optionalFlag,
      expires_at: fields.optionalNumber,
      max_redemptions: optionalCount,
      metadata: fields.optionalMetadata,
    },
    (params, { store, clock, emit }) => {
      store.get('coupons', params.promotion.coupon, 'promotion[coupon]')
      const code = params.code ?? newPartId('CODE').replace('_', '')
      const isTaken = store
        .all('promotionCodes')
        .some((one) => one.active && one.code.toLowerCase() === code.toLowerCase())
      if (isTaken) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
      const promotion = store.add('promotionCodes', {
        ...{ id: newId('promotionCodes'), object: 'promotion_code', created: clock.now(), livemode: false },
        active: params.active ?? true,
        code,
        customer: null,
        expires_at: params.expires_at ?? null,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata({}, params.metadata),
        promotion: params.promotion,
        times_redeemed: 0,
      })
      emit('promotion_code.created', promotion)
      return promotion
    },
  ),
  call('GET', '/v1/promotion_codes/:id', {}, (_params, { store }, id) => store.get('promotionCodes', id)),
  call('POST', '/v1/promotion_codes/:id', { active: fields.optionalFlag }, (params, { store, emit }, id) => {
    const promotion = store.get('promotionCodes', id)
    promotion.active = params.active ?? promotion.active
    emit('promotion_code.updated', promotion)
    return promotion
  }),
]
