import type { App } from '@utter/http/route'
import type { Context } from '../context.ts'
import { checkoutPages } from './checkout-pages.ts'
import { invoicePages } from './invoice-pages.ts'
import { portalPages } from './portal-pages.ts'

/** The pages under /sandbox, for people. */
export function addPages(app: App, context: Context, save: () => Promise<void>): void {
  app.register(async (pages) => {
    pages.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') await save()
    })
    checkoutPages(pages as App, context)
    invoicePages(pages as App, context)
    portalPages(pages as App, context)
  })
}
