import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { pageOf, pageParams } from '../api/list.ts'
import { percents } from '../rules/bills/tax.ts'

/** The account itself, which lacks nothing: it is registered for tax where there is some. */
export const account = [
  call('GET', '/v1/account', {}, () => ({
    id: 'acct_sandbox',
    object: 'account',
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    country: 'US',
    default_currency: 'usd',
    business_profile: { name: 'Utter', support_email: 'support@utter.example', support_phone: null, support_url: null },
    settings: { payments: { statement_descriptor: 'UTTER' } },
  })),
  call('GET', '/v1/tax/settings', {}, () => ({
    object: 'tax.settings',
    livemode: false,
    status: 'active',
    status_details: { active: {} },
    defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: null },
    head_office: null,
  })),
  call(
    'GET',
    '/v1/tax/registrations',
    { ...pageParams, status: z.optional(z.enum(['active', 'all', 'expired', 'scheduled'])) },
    (params) =>
      pageOf(
        Object.keys(percents).map((country) => ({
          ...{ id: `taxreg_${country}`, object: 'tax.registration', country, livemode: false, status: 'active' },
          ...{ active_from: 0, created: 0, expires_at: null, country_options: {} },
        })),
        params,
        '/v1/tax/registrations',
      ),
  ),
]
