import { findingStates } from '@utter/contracts/http/internal/billing/examine-stripe'
import type { Command } from 'commander'
import type { FindPlatform } from '../platform.ts'

export function addStripeCommands(program: Command, platform: FindPlatform): void {
  const stripe = program.command('stripe')
  stripe
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
  stripe
    .command('doctor')
    .summary('the Stripe account, seen right, seen wrong or not seen')
    .description('Prints each thing that selling needs of the Stripe account: right, wrong with what to do, or unseen.')
    .action(async () => {
      const findings = await (await platform()).operator.examineStripe()
      for (const state of findingStates)
        for (const finding of findings.filter((one) => one.state === state))
          console.log(`${state.padEnd(6)}  ${finding.sentence}`)
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
    })
}
