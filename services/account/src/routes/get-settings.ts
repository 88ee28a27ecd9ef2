import { Settings } from '@utter/contracts/http/account/settings'
import { ChatModelClass, maxCompletionTokens, outputFormat, type SettingName } from '@utter/contracts/settings'
import type { Route } from '@utter/http/route'
import type { SettingLines } from '@utter/storage/redis/setting-lines'
import type { Deps } from '../deps.ts'

/** The names of the secrets on the screen; the identity key is the gateway's, the audio signing key speech's. */
const credentialNames = {
  chatModelKey: 'Chat model key',
  speechProviderKey: 'Speech provider key',
  localToken: 'Local token',
  sharedSecret: 'Shared secret',
} as const satisfies Partial<Record<SettingName, string>>

/** `GET /api/settings`: lines that the processes have written of themselves. Account reads no secret. */
export const getSettings: Route<Deps> = (app, { settingLines, guard }) =>
  app.get(
    '/api/settings',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'getSettings', tag: 'Usage and plans', summary: 'The models of the platform' },
        response: { 200: Settings },
      },
    },
    async ({ log, caller }) => {
      // The gateway has waited for Redis: a second wait would find the same.
      const asked = caller?.withoutRedis ? Promise.resolve<SettingLines>({}) : settingLines()
      const lines = await asked.catch((error): SettingLines => {
        log.debug({ err: error }, 'settings are unknown, as redis is unavailable')
        return {}
      })
      const line = (name: SettingName) => lines[name] ?? 'Not available'
      const { data: chatModelClass } = ChatModelClass.safeParse(lines.chatModelClass)
      return {
        credentials: Object.entries(credentialNames).map(([name, title]) => ({
          name: title,
          value: line(name as SettingName),
        })),
        chatModel: line('chatModel'),
        ...(chatModelClass && { chatModelClass }),
        maxCompletionTokens,
        speechModel: line('speechModel'),
        outputFormat,
      } satisfies Settings
    },
  )
