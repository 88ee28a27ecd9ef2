/** What the screen of settings shows of the processes: each writes its own to Redis, in which account reads them. */
export const settingNames = [
  'chatModelKey',
  'speechProviderKey',
  'localToken',
  'sharedSecret',
  'chatModel',
  'speechModel',
] as const
export type SettingName = (typeof settingNames)[number]

/** Lines in Redis: written anew each minute, and gone with the processes that write them. */
export const settingKey = (name: SettingName): string => `setting:${name}`
export const settingLifetimeSeconds = 180

/** The longest reply of a chat model, in tokens. */
export const maxCompletionTokens = 300
/** 48 kHz, 128 kbit/s. */
export const outputFormat = 'mp3_48000_128'

/** Of a secret whose end is shown: below it the last characters would be a great part of a secret. */
const minLength = 12

/** A secret as its line shows it: dots, and its last 4 characters. It must not leave its process in any other form. */
export function maskedSecret(secret: string | undefined): string {
  if (!secret) return 'Not set (local model)'
  return `••••••••${secret.length < minLength ? '' : secret.slice(-4)}`
}
