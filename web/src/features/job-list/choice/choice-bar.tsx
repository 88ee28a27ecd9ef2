import { useQueryClient } from '@tanstack/react-query'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { Ban, Columns2, Download, type LucideIcon, RotateCcw, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { counted, grouped } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Button, LinkButton, type Look } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { deleteWithUndo } from '../../jobs/live/delete-with-undo.ts'
import { actsOn } from './acts-on.ts'
import { Acts, ChoiceFrame, Count, Line } from './bar-parts.tsx'
import { Failures } from './failures.tsx'
import { useBulk } from './use-bulk.ts'
import { type Choice, maxChosen } from './use-choice.ts'
import { useChosenActs } from './use-chosen-acts.ts'

const retryDialog = lazyView(async () => (await import('./retry-chosen-dialog.tsx')).RetryChosenDialog)

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
  const on = actsOn(choice.rows)
  const { cancel, retry, save } = useChosenActs(bulk, choice)
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
  const act = (label: string, icon: LucideIcon, jobs: readonly JobRow[], start: () => void, look: Look = 'ghost') => (
    <ActButton {...{ label, icon, look, start }} count={jobs.length} isBusy={run?.label === label} isOff={!!run} />
  )
  return (
    <ChoiceFrame role="region" aria-label={t('Chosen jobs')} data-choice-bar="">
      {failures.length > 0 && <Failures failures={failures} onClose={bulk.forget} />}
      <Line>
        <Count>{run ? `${run.done} of ${run.total} done` : `${counted(choice.rows.length, 'job')} chosen`}</Count>
        {!choice.isAll && !run && (
          <Button look="ghost" isSmall onClick={choice.all}>
            {shownCount > maxChosen
              ? t('Choose the first {maxChosen}', { maxChosen })
              : t('Choose all {shownCount}', { shownCount: grouped(shownCount) })}
          </Button>
        )}
        <Acts>
          {act(t('Cancel'), Ban, on.cancel, () => void cancel(on.cancel))}
          {act(t('Retry'), RotateCcw, on.retry, () => setIsRetrying(true))}
          {act(t('Download'), Download, on.save, () => void save(on.save))}
          {on.save.length === 2 && choice.rows.length === 2 && (
            <LinkButton look="ghost" isSmall to={comparePath(on.save)}>
              <Columns2 size={16} strokeWidth={1.75} aria-hidden="true" />
              {t('Compare')}
            </LinkButton>
          )}
          {act(t('Delete'), Trash2, on.delete, remove, 'danger')}
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
    </ChoiceFrame>
  )
}

const focusRow = () =>
  document.querySelector<HTMLElement>('[data-job] [id^=open-]:not([tabindex="-1"])')?.focus({ preventScroll: true })

interface ActButtonProps {
  label: string
  icon: LucideIcon
  look: Look
  /** Chosen jobs with which it can be done. */
  count: number
  isBusy: boolean
  isOff: boolean
  start: () => void
}

const ActButton = ({ label, icon: Icon, look, count, isBusy, isOff, start }: ActButtonProps) => (
  <Button
    look={look}
    isSmall
    isBusy={isBusy}
    disabled={count === 0 || isOff}
    aria-label={count === 0 ? t('{label}: none of them', { label }) : `${label} ${counted(count, 'job')}`}
    onClick={start}
  >
    {!isBusy && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
    {label}
    {count > 0 && <small> {count}</small>}
  </Button>
)
