import { type ApiKeyView, ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import * as z from 'zod/mini'
import { networksIn, numberOf } from './key-values.ts'

/** The values of the form's fields, as typed. */
const Fields = z.object({ name: z.string(), networks: z.string(), rate: z.string(), monthlyCap: z.string() })

/** The server's own schema, which also checks the form. An empty limit is none. */
export const ChangedKeyForm = z.pipe(
  z.pipe(
    Fields,
    z.transform(({ name, networks, rate, monthlyCap }) => ({
      name,
      networks: networksIn(networks),
      rate: numberOf(rate, null),
      monthlyCap: numberOf(monthlyCap, null),
    })),
  ),
  z.pipe(z.any(), ChangeApiKey),
)

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))

/** The form's fields, as the key is by now. */
export const fieldsOf = ({ name, networks, rate, monthlyCap }: ApiKeyView): z.input<typeof Fields> => ({
  name,
  networks: networks.join('\n'),
  rate: textOf(rate),
  monthlyCap: textOf(monthlyCap),
})
