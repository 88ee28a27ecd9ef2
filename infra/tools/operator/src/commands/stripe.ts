import type { Command } from 'commander'
import type { FindPlatform } from '../platform.ts'

export function addStripeCommands(program: Command, platform: FindPlatform): void {
  program
    .command('stripe')
    .command('setup')
    .summary('products, prices, portal and webhook endpoint at Stripe')
    .description(
      'Makes products, prices, the portal and the webhook endpoint at Stripe, as the plans have them; twice changes nothing. The signing secret of a new endpoint is printed once.',
    )
    .action(async () => {
      const { changes, webhookSecret } = await (await platform()).operator.setUpStripe()
      console.log(changes.length === 0 ? 'Everything is there.' : changes.join('\n'))
      if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`)
    })
}
