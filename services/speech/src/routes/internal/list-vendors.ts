import { SpeechVendorList } from '@utter/contracts/http/internal/speech/vendors'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { vendorView } from '../../views/vendor-view.ts'

/** The vendors of voices that are configured, for the operator. */
export const listVendors: Route<Deps> = (app, { guard, vendors, switches }) => {
  app.get(
    '/internal/vendors',
    { access: guard.internal('operator'), schema: { response: { 200: SpeechVendorList } } },
    async () => {
      const off = await switches.off()
      return { vendors: vendors.map((name) => vendorView(name, off)) }
    },
  )
}
