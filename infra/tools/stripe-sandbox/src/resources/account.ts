import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { pageOf, pageParams } from '../api/list.ts'

/** The account itself, which lacks nothing, and has no tax to pay. */
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
    (params) => pageOf([], params, '/v1/tax/registrations'),
  ),
]
