import type { SpeechVendor } from '@utter/contracts/http/internal/speech/vendors'
import type { Command } from 'commander'
import { vendor } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addVendorCommands(program: Command, platform: FindPlatform): void {
  const group = program.command('vendor')
  group
    .command('list')
    .summary('the vendors of voices, and which are off')
    .description('Lists the vendors of voices that are configured, and whether each is on.')
    .action(async () => {
      const vendors = await (await platform()).operator.vendors()
      if (vendors.length === 0) console.log('No vendor of voices is configured.')
      else console.table(vendors.map(rowOf))
    })
  group
    .command('off')
    .summary('its voices wait; default is spoken by another')
    .description(
      'Switches a vendor of voices off: within 5 s no worker calls it. Jobs in its voices wait, and fail free after a day;\ndefault is a voice of the next provider.',
    )
    .addArgument(vendor)
    .action(async (name: string) => {
      await (await platform()).operator.switchVendor(name, true)
      console.log(`${name} is off: jobs in its voices wait.`)
    })
  group
    .command('on')
    .summary('it is called again')
    .description('Switches a vendor of voices on again; jobs that wait for it are spoken by and by.')
    .addArgument(vendor)
    .action(async (name: string) => {
      await (await platform()).operator.switchVendor(name, false)
      console.log(`${name} is on.`)
    })
}

const rowOf = ({ name, since }: SpeechVendor) => ({
  name,
  state: since === undefined ? 'on' : `off since ${since.slice(0, 16).replace('T', ' ')}`,
})
