import { useQuery } from '@tanstack/react-query'
import { maxPronunciations } from '@utter/contracts/http/pronunciations'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button, LinkButton } from '../../ui/form/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { EntryList } from './entry-list.tsx'
import { type ListEntry, pronunciationsQuery } from './queries.ts'

const entryDialog = lazyView(async () => (await import('./entry-dialog.tsx')).EntryDialog)
const removeDialog = lazyView(async () => (await import('./remove-entry-dialog.tsx')).RemoveEntryDialog)

/** Without an entry a new one is made. */
type Open = { part: 'edit' | 'remove'; entry?: ListEntry; isOpen: boolean }

export function PronunciationsCard() {
  const { data: plans, isError } = useQuery(samePlansQuery)
  const { data: me } = useMe()
  const plan = plans?.find(({ name }) => name === me?.subscriptionTier)
  return (
    <Card id="pronunciations" aria-labelledby="pronunciations-title">
      <CardHead>
        <hgroup>
          <h2 id="pronunciations-title">Pronunciations</h2>
          <p>How your names and abbreviations are spoken, by every voice. Texts are shown as you wrote them.</p>
        </hgroup>
      </CardHead>
      {plan?.pronunciations || isError ? (
        <List />
      ) : plan ? (
        <EmptyState
          title="Not part of your plan"
          text={`Pronunciation lists are available from the ${plans?.find((one) => one.pronunciations)?.name ?? 'enterprise'} plan.`}
          action={<LinkButton to={paths.pricing}>Compare plans</LinkButton>}
        />
      ) : (
        <Waiting />
      )}
    </Card>
  )
}

function List() {
  const list = useQuery(pronunciationsQuery)
  const [open, setOpen] = useState<Open>()
  const show = (part: Open['part'], entry?: ListEntry) => setOpen({ part, isOpen: true, ...(entry && { entry }) })
  const close = () => open && setOpen({ ...open, isOpen: false })
  const isOpen = (part: Open['part']) => open?.part === part && open.isOpen
  const count = list.data?.entries.length ?? 0
  return (
    <>
      <Part query={list} waiting={<Waiting />} failure="Your pronunciations could not be read">
        {({ entries }) => (
          <>
            {entries.length === 0 ? (
              <EmptyState title="No pronunciations yet" text="Write SQL, and have it spoken as sequel." />
            ) : (
              <EntryList
                entries={entries}
                onIntent={() => {
                  entryDialog.preload()
                  removeDialog.preload()
                }}
                onEdit={(entry) => show('edit', entry)}
                onRemove={(entry) => show('remove', entry)}
              />
            )}
            <CardFoot>
              <Button
                isSmall
                disabled={count >= maxPronunciations}
                onPointerEnter={entryDialog.preload}
                onFocus={entryDialog.preload}
                onClick={() => show('edit')}
              >
                Add pronunciation
              </Button>
              <Caption>{`${count} of ${maxPronunciations} used`}</Caption>
            </CardFoot>
          </>
        )}
      </Part>
      <DialogSlot part={entryDialog} isOpen={isOpen('edit')} onClose={close}>
        {(state) => <entryDialog.View {...state} entry={open?.entry} />}
      </DialogSlot>
      {open?.entry && (
        <DialogSlot part={removeDialog} isOpen={isOpen('remove')} onClose={close}>
          {(state) => open.entry && <removeDialog.View {...state} entry={open.entry} />}
        </DialogSlot>
      )}
    </>
  )
}

const Waiting = () => (
  <CardBody $gap={8} aria-busy="true">
    <Skeleton $height={44} />
    <Skeleton $height={44} />
  </CardBody>
)
