import { useQuery } from '@tanstack/react-query'
import type { OwnVoiceView } from '@utter/contracts/http/voices'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { Card, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Caption, TextLink } from '../../ui/layout/text.tsx'
import { WaitingEntries } from '../../ui/layout/waiting-entries.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { ownVoicesQuery } from '../voices/queries.ts'
import { OwnVoiceList } from './own-voice-list.tsx'

const blendDialog = lazyView(async () => (await import('./blend-dialog.tsx')).BlendDialog)
const addDialog = lazyView(async () => (await import('./add-voice-dialog.tsx')).AddVoiceDialog)
const removeDialog = lazyView(async () => (await import('./remove-voice-dialog.tsx')).RemoveVoiceDialog)

const waiting = { height: 48, acts: ['104px', '88px'] }

export function OwnVoicesCard() {
  const own = useQuery(ownVoicesQuery)
  const { data: plans, isError } = useQuery(samePlansQuery)
  const { data: me } = useMe()
  const max = plans?.find(({ name }) => name === me?.subscriptionTier)?.ownVoices
  const [removal, setRemoval] = useState<{ voice: OwnVoiceView; isOpen: boolean }>()
  return (
    <Card id="voices" aria-labelledby="voices-title">
      <CardHead>
        <hgroup>
          <h2 id="voices-title">{t('Own voices')}</h2>
          <p>{t('They speak for your account alone.')}</p>
        </hgroup>
      </CardHead>
      {max === undefined && !isError ? (
        <div aria-busy="true">
          <WaitingEntries {...waiting} isInPlan={me?.subscriptionTier !== 'free'} />
        </div>
      ) : (
        <Part
          query={own}
          waiting={<WaitingEntries {...waiting} isInPlan={max !== 0} />}
          failure={t('Your own voices could not be read')}
        >
          {(voices) => (
            <>
              {voices && voices.length > 0 && (
                <OwnVoiceList
                  voices={voices}
                  onIntent={removeDialog.preload}
                  onRemove={(voice) => setRemoval({ voice, isOpen: true })}
                />
              )}
              {max === 0 ? (
                <NotInPlan
                  hasVoices={Boolean(voices?.length)}
                  from={plans?.find(({ ownVoices }) => ownVoices > 0)?.name}
                />
              ) : (
                <>
                  {voices?.length === 0 && (
                    <EmptyState
                      title={t('No own voices yet')}
                      text={t('Blend up to four natural voices, or add one that was cloned.')}
                    />
                  )}
                  <Acts count={voices?.length ?? 0} max={max} />
                </>
              )}
            </>
          )}
        </Part>
      )}
      {removal && (
        <DialogSlot
          part={removeDialog}
          isOpen={removal.isOpen}
          onClose={() => setRemoval({ ...removal, isOpen: false })}
        >
          {(state) => <removeDialog.View {...state} voice={removal.voice} />}
        </DialogSlot>
      )}
    </Card>
  )
}

/** Voices from a plan before stay where they are. @param from the first plan that has own voices */
function NotInPlan({ hasVoices, from = 'enterprise' }: { hasVoices: boolean; from: string | undefined }) {
  const text = t('Own voices are available on the {plan} plan and above.', { plan: from })
  if (!hasVoices)
    return (
      <EmptyState
        title={t('Not part of your plan')}
        text={text}
        action={<LinkButton to={paths.pricing}>{t('Compare plans')}</LinkButton>}
      />
    )
  return (
    <CardFoot>
      <Caption>
        {t('Those that you have stay.')} {text} <TextLink to={paths.pricing}>{t('Compare plans')}</TextLink>
      </Caption>
    </CardFoot>
  )
}

/** @param max undefined while the plans cannot be read: the server says whether it is too many */
function Acts({ count, max }: { count: number; max: number | undefined }) {
  const [open, setOpen] = useState<'blend' | 'add'>()
  const close = () => setOpen(undefined)
  const isFull = max !== undefined && count >= max
  const intent = (part: { preload: () => void }) => ({ onPointerEnter: part.preload, onFocus: part.preload })
  return (
    <CardFoot>
      <Button isSmall disabled={isFull} {...intent(blendDialog)} onClick={() => setOpen('blend')}>
        {t('Blend voices')}
      </Button>
      <Button isSmall look="ghost" disabled={isFull} {...intent(addDialog)} onClick={() => setOpen('add')}>
        {t('Add by ID')}
      </Button>
      {max !== undefined && <Caption>{t('{count} of {max} used', { count, max })}</Caption>}
      <DialogSlot part={blendDialog} isOpen={open === 'blend'} onClose={close}>
        {(state) => <blendDialog.View {...state} />}
      </DialogSlot>
      <DialogSlot part={addDialog} isOpen={open === 'add'} onClose={close}>
        {(state) => <addDialog.View {...state} />}
      </DialogSlot>
    </CardFoot>
  )
}
