import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { type Checked, isFinal } from '@utter/contracts/jobs'
import { workPath } from '@utter/contracts/screens'
import styled from 'styled-components'
import { counted } from '../../lib/format/counted.ts'
import { decimal } from '../../lib/format/decimal.ts'
import { languageName } from '../../lib/format/language-name.ts'
import { localTime } from '../../lib/format/times.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Mono, TextLink, Truncated } from '../../ui/layout/text.tsx'
import { InPlaceOf } from './in-place-of.tsx'

const List = styled.dl`
  display: grid;
  grid-template-columns: 128px minmax(0, 1fr);
  align-items: center;
  font-size: 13px;
  dt { color: var(--fg-3); }
  dd {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-width: 0;
    min-height: 32px;
    font-variant-numeric: tabular-nums;
  }
`

/** A link that is all of a fact, large enough to be hit. */
const Alone = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  min-height: 32px;
`

/** By what a sound was checked: not always by what was asked for. */
const checkedBy: Record<Checked, MessageDescriptor> = {
  words: msg('By its words'),
  shape: msg('By its length and silence'),
}

/** The voice, its settings, the exact time, what it cost, where it comes from and the request. */
export const Facts = ({ job }: { job: JobView }) => (
  <List>
    <dt>{t('Voice ID')}</dt>
    <dd>
      <Mono as={Truncated}>{job.voiceId}</Mono>
    </dd>
    {job.voiceUsed && (
      <>
        <dt>{t('Spoken by')}</dt>
        <dd>
          <Mono as={Truncated}>{[job.voiceUsed, job.provider].filter(Boolean).join(' · ')}</Mono>
        </dd>
        {(job.fallback || job.voicesInstead) && <InPlaceOf job={job} />}
      </>
    )}
    {job.language && (
      <>
        <dt>{t('Language')}</dt>
        <dd>{languageName(job.language)}</dd>
      </>
    )}
    {job.textNormalization && (
      <>
        <dt>{t('Text')}</dt>
        <dd>{t('Spoken as written')}</dd>
      </>
    )}
    <dt>{t('Stability')}</dt>
    <dd>{decimal(job.ttsSettings.stability, 2)}</dd>
    <dt>{t('Similarity boost')}</dt>
    <dd>{decimal(job.ttsSettings.similarityBoost, 2)}</dd>
    <dt>{t('Style')}</dt>
    <dd>{decimal(job.ttsSettings.style, 2)}</dd>
    {job.ttsSettings.speed !== undefined && (
      <>
        <dt>{t('Speed')}</dt>
        <dd>{decimal(job.ttsSettings.speed, 2)}</dd>
      </>
    )}
    <dt>{t('Speaker boost')}</dt>
    <dd>{job.ttsSettings.speakerBoost ? t('On') : t('Off')}</dd>
    {job.seed !== undefined && (
      <>
        <dt>{t('Seed')}</dt>
        <dd>{job.seed}</dd>
      </>
    )}
    {job.check && (
      <>
        <dt>{t('Check')}</dt>
        <dd>{t(checkedBy[job.checked ?? 'words'])}</dd>
      </>
    )}
    <dt>{t('Created')}</dt>
    <dd>
      <time dateTime={job.createdAt}>{localTime(job.createdAt)}</time>
    </dd>
    <dt>{t('Cost')}</dt>
    <dd>{job.cost.calls === 0 ? t('Free') : counted(job.cost.calls, 'call')}</dd>
    {isFinal(job.status) && (
      <>
        <dt>{t('Receipt')}</dt>
        <dd>
          <Alone to={`/api/jobs/${job.id}/receipt`} reloadDocument download={`utter-receipt-${job.id}.json`}>
            {t('Save')}
          </Alone>
        </dd>
      </>
    )}
    <Earlier name={t('Retry of')} jobId={job.retryOf} />
    <Earlier name={t('Same sound as')} jobId={job.sameAs} />
    {job.workId && (
      <>
        <dt>{t('Part of')}</dt>
        <dd>
          <Alone to={workPath(job.workId)}>{t('A work')}</Alone>
        </dd>
      </>
    )}
    {job.batchId && (
      <>
        <dt>{t('Batch ID')}</dt>
        <dd>
          <Mono as={Truncated}>{job.batchId}</Mono>
          <CopyButton label={t('Copy batch ID')} text={() => job.batchId ?? ''} />
        </dd>
      </>
    )}
    <dt>{t('Request ID')}</dt>
    <dd>
      <Mono as={Truncated}>{job.requestId}</Mono>
      <CopyButton label={t('Copy request ID')} text={() => job.requestId} />
    </dd>
  </List>
)

/** A job before this one, which opens in its place. */
const Earlier = ({ name, jobId }: { name: string; jobId: string | undefined }) =>
  jobId && (
    <>
      <dt>{name}</dt>
      <dd>
        <Mono as={Truncated}>
          <TextLink to={`?job=${jobId}`}>{jobId}</TextLink>
        </Mono>
      </dd>
    </>
  )
