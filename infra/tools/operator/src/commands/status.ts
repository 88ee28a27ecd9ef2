import { statfs } from 'node:fs/promises'
import type { KafkaConfig } from '@utter/messaging/config'
import { openDeadLetterOffice } from '@utter/messaging/dead-letters/dead-letter-office'
import type { Command } from 'commander'
import type { FindPlatform, Platform } from '../platform.ts'

export function addStatusCommand(program: Command, platform: FindPlatform): void {
  program
    .command('status')
    .summary('processes, consumers that are behind, disk')
    .description(
      'Prints the processes and their health, the consumers that are behind, and the free disk; of a platform elsewhere the consumers alone.',
    )
    .action(async () => {
      const { local, kafka } = await platform()
      if (local) await printProcesses(local.processes)
      await printLags(kafka())
      if (!local) return
      const { bavail, bsize } = await statfs(local.dataDir)
      console.log(`\n${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB of disk are free.`)
    })
}

async function printProcesses(processes: NonNullable<Platform['local']>['processes']): Promise<void> {
  for (const [name, { pid, privateUrl }] of Object.entries(processes)) {
    const health = privateUrl
      ? await fetch(`${privateUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          (answer) => answer.json(),
          () => ({ status: 'no answer' }),
        )
      : { status: 'running' }
    console.log(`${name.padEnd(10)} ${String(pid).padEnd(8)} ${(health as { status: string }).status}`)
  }
}

async function printLags(kafka: KafkaConfig): Promise<void> {
  const office = await openDeadLetterOffice(kafka)
  const lags = await office.lags().finally(() => office.close())
  console.log(lags.length === 0 ? '\nNo consumer is behind.' : '\nBehind:')
  for (const { group, topic, lag } of lags) console.log(`${group.padEnd(16)} ${topic.padEnd(24)} ${lag}`)
}
