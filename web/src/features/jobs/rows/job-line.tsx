import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { type ComponentType, type MouseEvent, memo } from 'react'
import { localTime, timeAgo } from '../../../lib/format/times.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { Progress } from '../../../ui/data/progress.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { failureOf } from '../failure-of.ts'
import { ChoiceBox } from './choice-box.tsx'
import type { Columns } from './columns.ts'
import {
  ActionsCell,
  CreatedCell,
  IdCell,
  OpeningRow,
  ProgressCell,
  Reason,
  Second,
  StatusCell,
  TextCell,
  TextLines,
  VoiceCell,
} from './grid.tsx'
import { ShortJobId } from './job-id.tsx'
import { placeWords } from './progress-labels.ts'
import { rowButtonId } from './row-button.ts'
import { shortText } from './short-text.ts'
import { Tags } from './tags.tsx'

const voiceCharacters = 8
/** A tooltip shows the beginning of a long text; the job's panel has all of it. */
const tooltipCharacters = 300

/** Why it failed, its place in the queue, its tags. */
const hasSecondLine = ({ error, position, tags }: JobRow) =>
  error !== undefined || position !== undefined || tags !== undefined

interface JobLineProps {
  job: JobRow
  columns: Columns
  now: number
  isOpen: boolean
  onOpen: (jobId: string) => void
  Actions?: ComponentType<{ job: JobRow; tabIndex: number | undefined }>
  /** Whether Tab stops at its controls: it does in one row of a table. */
  isStop: boolean
  /** Its place in the table, heads included, where not all rows are in the document. */
  rowIndex?: number
  topPx?: number
  isChosen?: boolean
  /** Absent: its rows are not chosen. `isRange`: with all from the one that was chosen last. */
  onChoose?: (jobId: string, isRange: boolean) => void
}

/** A row of a table of jobs. A click opens the job, unless it is on another button or link, or selects a text. */
export const JobLine = memo(function JobLine(props: JobLineProps) {
  const { job, columns, now, isOpen, onOpen, Actions, isStop, rowIndex, topPx, isChosen = false, onChoose } = props
  const tabIndex = isStop ? undefined : -1
  const open = (event: MouseEvent) => {
    const isOther = event.target instanceof Element && event.target.closest('button, a')
    if (!isOther && !getSelection()?.toString()) onOpen(job.id)
  }
  return (
    <OpeningRow
      $isOpen={isOpen}
      $isChosen={isChosen}
      data-job={job.id}
      aria-rowindex={rowIndex}
      style={{ top: topPx }}
      onClick={open}
    >
      {onChoose && (
        <ChoiceBox
          job={job}
          isChosen={isChosen}
          tabIndex={tabIndex}
          onChoose={(isRange) => onChoose(job.id, isRange)}
        />
      )}
      <IdCell>
        <ShortJobId tabIndex={tabIndex} id={job.id} characters={columns.idCharacters} />
      </IdCell>
      <StatusCell>
        <StatusBadge status={job.status} />
      </StatusCell>
      <ProgressCell>
        <Progress status={job.status} percent={job.progress} />
      </ProgressCell>
      <TextCell>
        <Tooltip text={shortText(job.userText, tooltipCharacters)}>
          <TextLines
            id={rowButtonId(job.id)}
            type="button"
            tabIndex={tabIndex}
            dir="auto"
            aria-haspopup="dialog"
            $isOneLine={hasSecondLine(job)}
            onClick={() => onOpen(job.id)}
          >
            {job.userText}
          </TextLines>
        </Tooltip>
        {job.error !== undefined ? (
          <Reason>{failureOf(job)}</Reason>
        ) : (
          hasSecondLine(job) && (
            <Second>
              {job.position !== undefined && <span>{placeWords(job.position)}</span>}
              {job.tags && <Tags tags={job.tags} />}
            </Second>
          )
        )}
      </TextCell>
      {columns.hasActions && <VoiceCell>{shortText(job.voiceId, voiceCharacters)}</VoiceCell>}
      <CreatedCell>
        <Tooltip text={localTime(job.createdAt)}>
          <time dateTime={job.createdAt}>{timeAgo(job.createdAt, now)}</time>
        </Tooltip>
      </CreatedCell>
      {columns.hasActions && <ActionsCell>{Actions && <Actions job={job} tabIndex={tabIndex} />}</ActionsCell>}
    </OpeningRow>
  )
})
