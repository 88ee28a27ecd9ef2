import { type DeadLetterOffice, openDeadLetterOffice } from '@utter/messaging/dead-letters/dead-letter-office'
import type { Command } from 'commander'
import { topic } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

export function addDeadLetterCommands(program: Command, platform: FindPlatform): void {
  const dead = program.command('dead')
  const withOffice = (handle: (office: DeadLetterOffice, topic: string) => Promise<void>) => async (name: string) => {
    const office = await openDeadLetterOffice((await platform()).kafka())
    try {
      await handle(office, name)
    } finally {
      await office.close()
    }
  }
  dead
    .command('list')
    .summary('messages that no consumer could read')
    .description('Lists the dead letters of a topic: messages that no consumer could read.')
    .addArgument(topic)
    .action(
      withOffice(async (office, name) => {
        const letters = await office.list(name)
        if (letters.length > 0) console.table(letters)
        else console.log(`${name} has no dead letters.`)
      }),
    )
  dead
    .command('replay')
    .summary('publish them again; what stays unreadable comes back once')
    .description(
      'Publishes the dead letters of a topic again; one that stays unreadable becomes a dead letter once more.',
    )
    .addArgument(topic)
    .action(
      withOffice(async (office, name) => {
        const { replayed, kept } = await office.replay(name)
        console.log(`${replayed} messages were published again on ${name}.`)
        if (kept > 0) console.log(`${kept} batches that cannot be decoded were kept: \`dead list ${name}\` says why.`)
      }),
    )
}
