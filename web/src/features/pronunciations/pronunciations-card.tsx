import { useQuery } from '@tanstack/react-query'
import { maxPronunciations, noPronunciationsSentence } from '@utter/contracts/http/pronunciations'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { fromServer } from '../../lib/language/from-server.ts'
import { Trans } from '../../lib/language/trans.tsx'
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
import { type ActOnEntry, EntryList } from './entry-list.tsx'
import { type ListEntry, pronunciationsQuery } from './queries.ts'

const entryDialog = lazyView(async () => (await import('./entry-dialog.tsx')).EntryDialog)
const removeDialog = lazyView(async () => (await import('./remove-entry-dialog.tsx')).RemoveEntryDialog)

const waiting = { height: 40, acts: ['136px'] }

/** Without an entry a new one is made. */
type Open = { part: ActOnEntry; entry?: ListEntry; isOpen: boolean }

export function PronunciationsCard() {
  const list = useQuery(pronunciationsQuery)
  const { data: plans, isError } = useQuery(samePlansQuery)
  const { data: me } = useMe()
  const isInPlan =
    plans?.find(({ name }) => name === me?.subscriptionTier)?.pronunciations ?? me?.subscriptionTier !== 'free'
  const [open, setOpen] = useState<Open>()
  const show = (part: Open['part'], entry?: ListEntry) => setOpen({ part, isOpen: true, ...(entry && { entry }) })
  const close = () => open && setOpen({ ...open, isOpen: false })
  const isOpen = (part: Open['part']) => open?.part === part && open.isOpen
  return (
    <Card id="pronunciations" aria-labelledby="pronunciations-title">
      <CardHead>
        <hgroup>
          <h2 id="pronunciations-title">{t('Pronunciations')}</h2>
          <p>{t('How your names and abbreviations are spoken, by every voice. Texts are shown as you wrote them.')}</p>
        </hgroup>
      </CardHead>
      {plans || isError ? (
        <Part
          query={list}
          waiting={<WaitingEntries {...waiting} isInPlan={isInPlan} />}
          failure={t('Your pronunciations could not be read')}
        >
          {({ entries, applied }) => (
            <>
              {entries.length > 0 && (
                <EntryList
                  entries={entries}
                  isApplied={applied}
                  onIntent={(part) => (part === 'edit' ? entryDialog : removeDialog).preload()}
                  onOpen={show}
                />
              )}
              {!applied ? (
                <NotApplied
                  hasEntries={entries.length > 0}
                  offer={plans ? `${fromServer(noPronunciationsSentence(plans))}.` : ''}
                />
              ) : (
                <>
                  {entries.length === 0 && (
                    <EmptyState
                      title={t('No pronunciations yet')}
                      text={t('Write SQL, and have it spoken as sequel.')}
                    />
                  )}
                  <CardFoot>
                    <Button
                      isSmall
                      disabled={entries.length >= maxPronunciations}
                      onPointerEnter={entryDialog.preload}
                      onFocus={entryDialog.preload}
                      onClick={() => show('edit')}
                    >
                      {t('Add pronunciation')}
                    </Button>
                    <Caption>{t('{count} of {max} used', { count: entries.length, max: maxPronunciations })}</Caption>
                  </CardFoot>
                </>
              )}
            </>
          )}
        </Part>
      ) : (
        <div aria-busy="true">
          <WaitingEntries {...waiting} isInPlan={isInPlan} />
        </div>
      )}
      <DialogSlot part={entryDialog} isOpen={isOpen('edit')} onClose={close}>
        {(state) => <entryDialog.View {...state} entry={open?.entry} />}
      </DialogSlot>
      {open?.entry && (
        <DialogSlot part={removeDialog} isOpen={isOpen('remove')} onClose={close}>
          {(state) =>
            open.entry && <removeDialog.View {...state} entry={open.entry} isApplied={list.data?.applied !== false} />
          }
        </DialogSlot>
      )}
    </Card>
  )
}

/** A list from a plan before stays, and may be removed. @param offer empty while the plans cannot be read */
function NotApplied({ hasEntries, offer }: { hasEntries: boolean; offer: string }) {
  if (!hasEntries)
    return (
      <EmptyState
        title={t('Not part of your plan')}
        text={offer}
        action={<LinkButton to={paths.pricing}>{t('Compare plans')}</LinkButton>}
      />
    )
  return (
    <CardFoot>
      <Caption>
        <Trans id="<b>Not applied on your plan:</b> texts are spoken as they are written." components={{ b: <b /> }} />{' '}
        {offer} <TextLink to={paths.pricing}>{t('Compare plans')}</TextLink>
      </Caption>
    </CardFoot>
  )
}
