import type { Command } from 'commander'
import { backupFile, identityFile, recipient, replace } from '../arguments.ts'
import { writeBackupNote } from '../backup/backup-note.ts'
import { readIdentities } from '../backup/encryption.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openStores, type StoreAddresses } from '../backup/stores.ts'

/** @param dataDir of a platform on this machine, which notes when it was backed up */
export function addBackupCommands(
  program: Command,
  stores: () => Promise<StoreAddresses>,
  dataDir: string | undefined,
): void {
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
    .action(async (file: string, { recipient: recipients = [] }: { recipient?: string[] }) => {
      await using open = await openStores(await stores())
      const startedAt = new Date()
      const { documents, audio } = await makeBackup(file, open, recipients)
      if (dataDir !== undefined) await writeBackupNote(dataDir, startedAt)
      for (const [name, count] of Object.entries(documents)) console.log(`${name.padEnd(28)} ${count}`)
      console.log(`${'audio files'.padEnd(28)} ${audio}`)
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
      const { documents, leftOut, audio } = await restoreBackup(file, await stores(), {
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
