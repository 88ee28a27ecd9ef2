import { NewApiKey } from '@utter/contracts/http/account/api-keys'
import * as z from 'zod/mini'
import { networksIn, numberOf } from './key-values.ts'

/** The values of the form's fields, as typed. */
const Fields = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  /** A day as the browser's date field writes it; empty: none. */
  expiresAt: z.string(),
  networks: z.string(),
  rate: z.string(),
  monthlyCap: z.string(),
})

/** The server's own schema, which also checks the form. A key works until the end of its last day, in UTC. */
export const NewKeyForm = z.pipe(
  z.pipe(
    Fields,
    z.transform(({ name, scopes, expiresAt, networks, rate, monthlyCap }) => ({
      name,
      scopes,
      expiresAt: expiresAt ? `${expiresAt}T23:59:59.999Z` : undefined,
      networks: networksIn(networks),
      rate: numberOf(rate, undefined),
      monthlyCap: numberOf(monthlyCap, undefined),
    })),
  ),
  z.pipe(z.any(), NewApiKey),
)

export const emptyKey: z.input<typeof Fields> = {
  name: '',
  scopes: ['jobs:write', 'jobs:read'],
  expiresAt: '',
  networks: '',
  rate: '',
  monthlyCap: '',
}
