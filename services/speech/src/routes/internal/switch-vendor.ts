import { SpeechVendor, SwitchVendor } from '@utter/contracts/http/internal/speech/vendors'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { vendorView } from '../../views/vendor-view.ts'

const Params = z.object({ name: z.string() })

/** A vendor of voices off or on, for the operator: each worker heeds it within some seconds. */
export const switchVendor: Route<Deps> = (app, { guard, vendors, switches, clock }) => {
  app.put(
    '/internal/vendors/:name',
    {
      access: guard.internal('operator'),
      schema: { params: Params, body: SwitchVendor, response: { 200: SpeechVendor } },
    },
    async ({ params: { name }, body: { isOff } }) => {
      if (!vendors.includes(name))
        throw new Problem(
          404,
          'vendor_not_found',
          `No vendor ${name} is configured; there are ${vendors.join(', ') || 'none'}`,
        )
      await (isOff ? switches.switchOff(name, clock.now()) : switches.switchOn(name))
      return vendorView(name, await switches.off())
    },
  )
}
