import type { Command } from 'commander'
import { jobCount } from '../arguments.ts'
import { makeDemo } from '../demo/make-demo.ts'
import type { FindPlatform } from '../platform.ts'
import { UsageError } from '../usage-sentence.ts'

export function addDemoCommand(program: Command, platform: FindPlatform): void {
  program
    .command('demo')
    .summary('a pro account with 200 jobs of the last two days')
    .description(
      'Makes an account of the plan pro with jobs of every kind, done for real by the routes that everybody uses and then dated back ' +
        'over two days, and prints its login. Some fail and some are cancelled. Each run makes an account of its own. Refused in production.',
    )
    .addOption(jobCount)
    .action(async ({ jobs }: { jobs: number }) => {
      const { operator, gatewayUrl: url } = await platform()
      if (!url) throw new UsageError('There is no gateway: it does not run, or GATEWAY_URL is not set.')
      const { email, password, moved } = await makeDemo({ url, operator, count: jobs, report: console.log })
      console.log(`${moved} jobs are dated back over two days. Log in with:\n${email}\n${password}`)
    })
}
