import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { Ban, Columns2, Download, type LucideIcon, RotateCcw, Tag, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { msg, t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Button, LinkButton, type Look } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { deleteWithUndo } from '../../jobs/live/delete-with-undo.ts'
import { actsOn } from './acts-on.ts'
import { Acts, ChoiceFrame, Count, Line } from './bar-parts.tsx'
import { Failures } from './failures.tsx'
import { type ChosenAct, useBulk } from './use-bulk.ts'
import { type Choice, maxChosen } from './use-choice.ts'
import { useChosenActs } from './use-chosen-acts.ts'

const retryDialog = lazyView(async () => (await import('./retry-chosen-dialog.tsx')).RetryChosenDialog)
const tagDialog = lazyView(async () => (await import('./tag-chosen-dialog.tsx')).TagChosenDialog)

/** The earlier one is the first take. */
const comparePath = (rows: readonly JobRow[]) =>
  `${paths.jobs}?compare=${[...rows]
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map(({ id }) => id)
    .join()}`

interface ChoiceBarProps {
  choice: Choice
  /** Rows that are shown. */
  shownCount: number
}

/** Acts on the chosen jobs, at the lower edge of the window while there are some, and the jobs with which one was refused. */
export function ChoiceBar({ choice, shownCount }: ChoiceBarProps) {
  const client = useQueryClient()
  const bulk = useBulk()
  const [isRetrying, setIsRetrying] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const on = actsOn(choice.rows)
  const { cancel, retry, save, tag } = useChosenActs(bulk, choice)
  const remove = () => {
    deleteWithUndo(client, on.delete)
    choice.clear()
  }
  const close = () => {
    choice.clear()
    bulk.forget()
  }
  const { run, failures } = bulk
  const isShown = choice.rows.length > 0 || run !== undefined || failures.length > 0
  useEffect(() => {
    // The button that was pressed is gone with the bar: what follows is done from the rows.
    if (!isShown && document.activeElement === document.body) focusRow()
  }, [isShown])
  if (!isShown) return null
  const act = (name: ChosenAct, icon: LucideIcon, jobs: readonly JobRow[], start: () => void, look: Look = 'ghost') => (
    <ActButton {...{ name, icon, look, start }} count={jobs.length} isBusy={run?.act === name} isOff={!!run} />
  )
  return (
    <ChoiceFrame role="region" aria-label={t('Chosen jobs')} data-choice-bar="">
      {failures.length > 0 && <Failures failures={failures} onClose={bulk.forget} />}
      <Line>
        <Count>
          {run
            ? t('{done} of {total} done', { done: run.done, total: run.total })
            : counted(choice.rows.length, 'job chosen', 'jobs chosen')}
        </Count>
        {!choice.isAll && !run && (
          <Button look="ghost" isSmall onClick={choice.all}>
            {shownCount > maxChosen
              ? t('Choose the first {count}', { count: maxChosen })
              : t('Choose all {count}', { count: grouped(shownCount) })}
          </Button>
        )}
        <Acts>
          {act('cancel', Ban, on.cancel, () => void cancel(on.cancel))}
          {act('retry', RotateCcw, on.retry, () => setIsRetrying(true))}
          {act('save', Download, on.save, () => void save(on.save))}
          {act('tag', Tag, on.tag, () => setIsTagging(true))}
          {on.save.length === 2 && choice.rows.length === 2 && (
            <LinkButton look="ghost" isSmall to={comparePath(on.save)}>
              <Columns2 size={16} strokeWidth={1.75} aria-hidden="true" />
              {t('Compare')}
            </LinkButton>
          )}
          {act('delete', Trash2, on.delete, remove, 'danger')}
        </Acts>
        <Button look="ghost" isSmall isIcon aria-label={t('Choose none')} disabled={!!run} onClick={close}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Line>
      <DialogSlot part={retryDialog} isOpen={isRetrying} onClose={() => setIsRetrying(false)}>
        {(state) => (
          <retryDialog.View {...state} count={on.retry.length} onRetry={(choices) => void retry(on.retry, choices)} />
        )}
      </DialogSlot>
      <DialogSlot part={tagDialog} isOpen={isTagging} onClose={() => setIsTagging(false)}>
        {(state) => <tagDialog.View {...state} jobs={on.tag} onTag={(change) => void tag(on.tag, change)} />}
      </DialogSlot>
    </ChoiceFrame>
  )
}

const focusRow = () =>
  document.querySelector<HTMLElement>('[data-job] [id^=open-]:not([tabindex="-1"])')?.focus({ preventScroll: true })

const labels = {
  cancel: { name: msg('Cancel'), of: msg('Cancel {jobs}'), none: msg('Cancel: none of them') },
  retry: { name: msg('Retry'), of: msg('Retry {jobs}'), none: msg('Retry: none of them') },
  save: { name: msg('Download'), of: msg('Download {jobs}'), none: msg('Download: none of them') },
  tag: { name: msg('Tag'), of: msg('Tag {jobs}'), none: msg('Tag: none of them') },
  delete: { name: msg('Delete'), of: msg('Delete {jobs}'), none: msg('Delete: none of them') },
} satisfies Record<ChosenAct, object>

interface ActButtonProps {
  name: ChosenAct
  icon: LucideIcon
  look: Look
  /** Chosen jobs with which it can be done. */
  count: number
  isBusy: boolean
  isOff: boolean
  start: () => void
}

const ActButton = ({ name, icon: Icon, look, count, isBusy, isOff, start }: ActButtonProps) => (
  <Button
    look={look}
    isSmall
    isBusy={isBusy}
    disabled={count === 0 || isOff}
    aria-label={count === 0 ? t(labels[name].none) : t(labels[name].of, { jobs: counted(count, 'job') })}
    onClick={start}
  >
    {!isBusy && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
    {t(labels[name].name)}
    {count > 0 && <small> {count}</small>}
  </Button>
)
