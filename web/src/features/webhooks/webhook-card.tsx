import { useQuery } from '@tanstack/react-query'
import type { WebhookSettings } from '@utter/contracts/http/webhooks'
import { paths } from '@utter/contracts/screens'
import { Suspense, useState } from 'react'
import { localTime } from '../../lib/format/times.ts'
import { useIntent } from '../../lib/intents.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState, WaitingEmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { ActPlace, Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, Mono, Stack } from '../../ui/layout/text.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { webhookQuery } from './queries.ts'
import { TestLine } from './test-line.tsx'
import { WaitingDeliveries } from './waiting-deliveries.tsx'
import { troubleOf } from './webhook-labels.ts'

// Only an account with a webhook has any.
const deliveries = lazyView(async () => (await import('./deliveries.tsx')).Deliveries)
const setDialog = lazyView(async () => (await import('./set-webhook-dialog.tsx')).SetWebhookDialog)
const rollDialog = lazyView(async () => (await import('./roll-secret-dialog.tsx')).RollSecretDialog)
const removeDialog = lazyView(async () => (await import('./remove-webhook-dialog.tsx')).RemoveWebhookDialog)

type Open = 'set' | 'roll' | 'remove' | undefined

export function WebhookCard() {
  const plans = useQuery(samePlansQuery)
  const { data: me } = useMe()
  const plan = plans.data?.find(({ name }) => name === me?.subscriptionTier)
  // Settings from a plan with webhooks may still be seen and removed.
  const hasSettings = plan?.webhooks || Boolean(me?.webhookUrl) || plans.isError
  return (
    <Card id="webhook" aria-labelledby="webhook-title">
      <CardHead>
        <hgroup>
          <h2 id="webhook-title">{t('Webhook')}</h2>
          <p>{t('Utter posts to your address when a job has ended, and what your account is told.')}</p>
        </hgroup>
      </CardHead>
      {hasSettings ? (
        <Settings />
      ) : plan ? (
        <NotInPlan />
      ) : (
        <div aria-busy="true">
          <Waiting />
        </div>
      )}
    </Card>
  )
}

const NotInPlan = () => (
  <EmptyState
    title={t('Not part of your plan')}
    text={t('Webhooks are available on paid plans.')}
    action={<LinkButton to={paths.pricing}>{t('Compare plans')}</LinkButton>}
  />
)

function Settings() {
  const webhook = useQuery(webhookQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  // Without an address there is nothing to be tested yet.
  useIntent('test-webhook', () => setOpen('set'), webhook.data?.webhookUrl === null)
  return (
    <>
      <Part query={webhook} waiting={<Waiting />} failure={t('Your webhook could not be read')}>
        {(settings) => (
          <>
            <Facts settings={settings} onOpen={setOpen} />
            <Suspense
              fallback={
                <div aria-busy="true">
                  <WaitingDeliveries />
                </div>
              }
            >
              <deliveries.View />
            </Suspense>
          </>
        )}
      </Part>
      <DialogSlot part={setDialog} isOpen={open === 'set'} onClose={close}>
        {(state) => <setDialog.View {...state} webhookUrl={webhook.data?.webhookUrl ?? null} />}
      </DialogSlot>
      <DialogSlot part={rollDialog} isOpen={open === 'roll'} onClose={close}>
        {(state) => <rollDialog.View {...state} />}
      </DialogSlot>
      <DialogSlot part={removeDialog} isOpen={open === 'remove'} onClose={close}>
        {(state) => <removeDialog.View {...state} />}
      </DialogSlot>
    </>
  )
}

interface FactsProps {
  settings: WebhookSettings
  onOpen: (dialog: Open) => void
}

function Facts({ settings, onOpen }: FactsProps) {
  const { webhookUrl, secretEnd, oldSecretUntil, lastDeliveredAt, lastTest } = settings
  const trouble = webhookUrl === null ? undefined : troubleOf(settings)
  const intent = (part: { preload: () => void }) => ({ onPointerEnter: part.preload, onFocus: part.preload })
  return (
    <CardBody>
      {trouble && (
        <Banner tone={settings.disabledAt ? 'failed' : 'warning'}>
          <b>{trouble.fact}</b> {trouble.meaning}
        </Banner>
      )}
      <DataList>
        <DataRow name={t('Address')}>
          {webhookUrl === null ? t('None') : <Mono>{webhookUrl}</Mono>}
          <Button isSmall {...intent(setDialog)} onClick={() => onOpen('set')}>
            {webhookUrl === null ? t('Set webhook') : t('Change')}
          </Button>
        </DataRow>
        {secretEnd !== null && (
          <DataRow name={t('Signing secret')}>
            <Stack $gap={2}>
              <Mono>whsec_…{secretEnd}</Mono>
              {oldSecretUntil && (
                <Caption>{t('The old one signs along until {time}.', { time: localTime(oldSecretUntil) })}</Caption>
              )}
            </Stack>
            <Button isSmall {...intent(rollDialog)} onClick={() => onOpen('roll')}>
              {t('Roll secret')}
            </Button>
          </DataRow>
        )}
        {webhookUrl !== null && (
          <>
            <DataRow name={t('Test')}>
              <TestLine key={webhookUrl} last={lastTest} />
            </DataRow>
            <DataRow name={t('Last delivery')}>
              {lastDeliveredAt ? localTime(lastDeliveredAt) : t('Never')}
              <Button look="danger" isSmall {...intent(removeDialog)} onClick={() => onOpen('remove')}>
                {t('Remove webhook')}
              </Button>
            </DataRow>
          </>
        )}
      </DataList>
    </CardBody>
  )
}

/** The lines of a webhook where the account has one, the one that sets it, or that the plan has none. */
function Waiting() {
  const { data: me } = useMe()
  if (me?.subscriptionTier === 'free' && !me.webhookUrl) return <WaitingEmptyState hasAction />
  const names = me?.webhookUrl ? [t('Address'), t('Signing secret'), t('Test'), t('Last delivery')] : [t('Address')]
  return (
    <CardBody>
      <DataList>
        {names.map((name) => (
          <DataRow key={name} name={name}>
            <Skeleton $width="40%" />
            <ActPlace $width="96px" />
          </DataRow>
        ))}
      </DataList>
    </CardBody>
  )
}
