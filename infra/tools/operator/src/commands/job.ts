import type { Command } from 'commander'
import { jobId } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addJobCommands(program: Command, platform: FindPlatform): void {
  program
    .command('job')
    .command('show')
    .summary('how a job went, without its texts')
    .description('Prints how a job went, without its texts.')
    .addArgument(jobId)
    .action(async (id: string) => {
      console.log(JSON.stringify(await (await platform()).operator.job(id), null, 2))
    })
}
