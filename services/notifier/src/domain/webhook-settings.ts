import type { WebhookSettings } from '@utter/contracts/http/webhooks'
import type { Endpoint, WebhookTest } from './endpoint.ts'
import type { SealedSecrets } from './sealed-secrets.ts'

/** An account's webhook as its owner sees it: never the secret. @param endpoint null before the account has any */
export function webhookSettings(
  endpoint: Endpoint | null,
  now: Date,
  sealed: Pick<SealedSecrets, 'open'>,
): WebhookSettings {
  const until = endpoint?.oldSecrets?.map((one) => one.until).filter((one) => one > now) ?? []
  return {
    webhookUrl: endpoint?.url ?? null,
    secretEnd: endpoint?.secret ? sealed.open(endpoint._id, endpoint.secret).slice(-4) : null,
    oldSecretUntil: until.at(-1)?.toISOString() ?? null,
    lastDeliveredAt: endpoint?.lastDeliveredAt?.toISOString() ?? null,
    failingSince: endpoint?.failingSince?.toISOString() ?? null,
    lastError: endpoint?.lastError ?? null,
    disabledAt: endpoint?.disabledAt?.toISOString() ?? null,
    disabledReason: endpoint?.disabledReason ?? null,
    ...(endpoint?.lastTest && { lastTest: testView(endpoint.lastTest) }),
  }
}

const testView = ({ at, status, ...result }: WebhookTest): WebhookSettings['lastTest'] => ({
  at: at.toISOString(),
  status: status ?? null,
  ...result,
})
