import type { Command } from 'commander'
import type { FindPlatform } from '../platform.ts'

export function addStripeCommands(program: Command, platform: FindPlatform): void {
  program
    .command('stripe')
    .command('setup')
    .summary('products, prices and the webhook endpoint at Stripe')
    .description(
      'Makes products, prices and the webhook endpoint at Stripe, as the plans have them; twice changes nothing.',
    )
    .action(async () => {
      const changes = await (await platform()).operator.setUpStripe()
      console.log(changes.length === 0 ? 'Everything is there.' : changes.join('\n'))
    })
}
