import type { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import { accountsPerPage } from '@utter/contracts/http/internal/account/list-accounts'
import type { Command } from 'commander'
import { before, email, emailPrefix, reason, suspended } from '../arguments.ts'
import type { AccountsAsked } from '../operator.ts'
import type { FindPlatform } from '../platform.ts'

export function addAccountCommands(program: Command, platform: FindPlatform): void {
  const account = program.command('account')
  account
    .command('list')
    .summary(`the last ${accountsPerPage}, or those that are suspended`)
    .description(
      `Lists ${accountsPerPage} accounts: those that signed up last, those that were suspended last, or those whose address begins so.`,
    )
    .addOption(suspended)
    .addOption(emailPrefix)
    .addOption(before)
    .action(async (asked: AccountsAsked) => {
      const accounts = await (await platform()).operator.accounts(asked)
      if (accounts.length === 0) console.log('There is no such account.')
      else console.table(accounts.map(rowOf))
    })
  account
    .command('show')
    .summary('its id, its plan, since when it is there')
    .description('Shows an account: its id, its name, its plan, its sign-up, and why it is suspended if it is.')
    .addArgument(email)
    .action(async (address: string) => {
      console.table(rowOf(await (await platform()).operator.account(address)))
    })
  account
    .command('suspend')
    .summary('it reads, pays and leaves; it starts nothing')
    .description(
      'Suspends an account at once: its sessions and keys read, end what there is, pay and delete the account, and start nothing.\n' +
        'Jobs that it has submitted go on. Its owner reads REASON above every screen.',
    )
    .addArgument(email)
    .addArgument(reason)
    .action(async (address: string, why: string) => {
      await (await platform()).operator.suspend(address, why)
      console.log(`${address} is suspended: ${why}`)
    })
  account
    .command('resume')
    .summary('it may do again what its plan grants')
    .description('Ends the suspension of an account at once.')
    .addArgument(email)
    .action(async (address: string) => {
      await (await platform()).operator.resume(address)
      console.log(`${address} is not suspended.`)
    })
  account
    .command('second-factor-off')
    .summary('its password alone logs in again')
    .description(
      'Turns the authenticator app of an account off, with its recovery codes, for an owner who has lost both.\n' +
        'Passkeys stay. Its owner is told by mail: make sure first that it is the owner who asks.',
    )
    .addArgument(email)
    .action(async (address: string) => {
      const wasOn = await (await platform()).operator.secondFactorOff(address)
      console.log(wasOn ? `The password of ${address} logs in alone.` : `${address} has no authenticator app.`)
    })
}

const rowOf = ({ userId, username, email, tier, signedUpAt, createdAt, suspension }: FoundAccount) => ({
  id: userId,
  name: username,
  email,
  plan: tier,
  'signed up': createdAt ?? signedUpAt,
  suspended: suspension ? `${suspension.since}: ${suspension.reason}` : '',
})
