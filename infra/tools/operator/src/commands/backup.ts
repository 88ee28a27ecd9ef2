import { access, constants } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  backupFile,
  backupsKept,
  hoursBetween,
  howManyStay,
  identityFile,
  metricsAt,
  recipient,
  replace,
} from '../arguments.ts'
import type { Counts } from '../backup/backup-file.ts'
import { createBackupMetrics } from '../backup/backup-metrics.ts'
import { writeBackupNote } from '../backup/backup-note.ts'
import { readIdentities } from '../backup/encryption.ts'
import { keepBackups } from '../backup/kept-backups.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type CopiedAddresses, openStores, type StoreAddresses } from '../backup/stores.ts'
import { withDotEnv } from '../data-dir.ts'
import { type Place, workUntilStopped } from '../private-server.ts'
import { UsageError } from '../usage-sentence.ts'

type KeepBackupsOptions = { every: number; keep: number; recipient?: string[]; serve?: Place }

/** Addresses of a platform's stores: of all, and of those alone that a backup copies. */
type FindStores = { all: () => Promise<StoreAddresses>; copied: () => Promise<CopiedAddresses> }

/** @param dataDir of a platform on this machine, which notes when it was backed up */
export function addBackupCommands(
  program: Command,
  stores: FindStores,
  dataDir: string | undefined,
  env: NodeJS.ProcessEnv,
): void {
  const recipientsOf = (given?: string[]) => given ?? withDotEnv(env).BACKUP_RECIPIENT?.split(/\s*,\s*/) ?? []
  async function backUp(file: string, addresses: CopiedAddresses, recipients: string[]): Promise<Counts> {
    await using open = await openStores(addresses)
    const startedAt = new Date()
    const counts = await makeBackup(file, open, recipients)
    if (dataDir !== undefined) await writeBackupNote(dataDir, startedAt)
    return counts
  }
  program
    .command('backup')
    .summary('all documents and the manifest of the audio, in one file')
    .description(
      'Writes every document of every database, and name, size and checksum of each mp3, into one new file; the processes may run. The mp3s ' +
        'themselves are copied by other means, afterwards. The file has password hashes and texts of customers: with --recipient it is encrypted in the format of ' +
        'age, to public keys whose secret keys need not be on this machine.',
    )
    .addArgument(backupFile)
    .addOption(recipient)
    .action(async (file: string, options: { recipient?: string[] }) => {
      const { documents, audio } = await backUp(file, await stores.copied(), recipientsOf(options.recipient))
      for (const [name, count] of Object.entries(documents)) console.log(`${name.padEnd(28)} ${count}`)
      console.log(`${'audio files'.padEnd(28)} ${audio}`)
    })
  program
    .command('backups')
    .command('keep')
    .summary('a backup whenever the newest is a day old, until it is stopped')
    .description(
      'Makes a backup in a folder whenever the newest there is so old, and removes the oldest. Files of other names stay. With --serve the start of the newest is a metric, ' +
        'for the alert BackupIsOld. Started again it goes on where it was; one process a folder.',
    )
    .addArgument(backupsKept)
    .addOption(hoursBetween)
    .addOption(howManyStay)
    .addOption(recipient)
    .addOption(metricsAt)
    .action(async (folder: string, { every, keep, recipient: given, serve }: KeepBackupsOptions) => {
      await access(folder, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
        throw new UsageError(`The folder ${folder} cannot be written into: ${code}.`)
      })
      const addresses = await stores.copied()
      const metrics = createBackupMetrics()
      await workUntilStopped('backup', serve, (signal) =>
        keepBackups({
          ...{ folder, everyMs: every * 3_600_000, keep, metrics, signal },
          make: (file) => backUp(file, addresses, recipientsOf(given)),
          tell: (sentence) => console.log(`${new Date().toISOString()} ${sentence}`),
        }),
      )
    })
  program
    .command('restore')
    .summary('the documents of a backup in place of those that are there')
    .description(
      'Restores the documents of a backup, empties Kafka, and compares the audio with the manifest. No process may run. Repeated with --replace ' +
        'after it broke off, it ends the same. Refused for a file that is not whole.',
    )
    .addArgument(backupFile)
    .addOption(replace)
    .addOption(identityFile)
    .action(async (file: string, options: { replace?: boolean; identity?: string }) => {
      const identities = options.identity === undefined ? [] : await readIdentities(options.identity)
      let differences = 0
      const onDifference = (sentence: string) => {
        differences++
        console.log(`${sentence}.`)
      }
      const { documents, leftOut, audio } = await restoreBackup(file, await stores.all(), {
        replace: options.replace ?? false,
        identities,
        onDifference,
      })
      for (const one of leftOut) console.log(`${one} is left out: another document has its unique value.`)
      console.log(
        `Documents restored: ${documents - leftOut.length}; audio files compared: ${audio}, differences: ${differences}.`,
      )
      if (differences > 0 || leftOut.length > 0) process.exitCode = 1
    })
}
