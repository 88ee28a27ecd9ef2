import { scopes } from '@utter/contracts/credential'
import type { KeyRow } from '@utter/contracts/http/internal/account/list-keys'
import type { Command } from 'commander'
import { days, email, keyId, keyName } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

const defaultName = 'made by the operator'

export function addKeyCommands(program: Command, platform: FindPlatform): void {
  const key = program.command('key')
  key
    .command('create')
    .summary('an API key, shown once; with --days it expires by itself')
    .description('Makes an API key and prints it: once, since only its hash is kept.')
    .addArgument(email)
    .addArgument(keyName)
    .addOption(days)
    .action(async (address: string, name: string | undefined, options: { days?: number }) => {
      const { operator } = await platform()
      console.log(await operator.createKey(address, name ?? defaultName, [...scopes], options.days))
    })
  key
    .command('list')
    .summary('its API keys: ids, scopes, last use, end')
    .description('Lists the API keys of an account, without the keys themselves.')
    .addArgument(email)
    .action(async (address: string) => {
      const keys = await (await platform()).operator.keys(address)
      if (keys.length === 0) console.log(`${address} has no keys.`)
      else console.table(keys.map(rowOf))
    })
  key
    .command('revoke')
    .summary('the key is worth nothing at once')
    .description('Revokes an API key: it is worth nothing from the moment in which the command returns.')
    .addArgument(email)
    .addArgument(keyId)
    .action(async (address: string, id: string) => {
      await (await platform()).operator.revokeKey(address, id)
      console.log(`The key ${id} of ${address} is worth nothing any more.`)
    })
}

const rowOf = ({ id, name, scopes, createdAt, usedAt, expiresAt }: KeyRow) => ({
  id,
  name,
  scopes: scopes.join(' '),
  made: createdAt.slice(0, 10),
  'last used': usedAt.slice(0, 10),
  ends: expiresAt?.slice(0, 10) ?? 'never',
})
