import type { Verified } from '@utter/contracts/http/provenance/verify'
import { counted } from '../../lib/format/counted.ts'
import { localTime } from '../../lib/format/times.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Banner } from '../../ui/layout/banner.tsx'

type Ours = Extract<Verified, { ours: true }>

/** Names and values of what is stated, in the order in which they are shown. */
function rowsOf(verdict: Ours): [name: string, value: string][] {
  if (verdict.kind === 'sound')
    return [
      [t('Job'), verdict.job],
      [t('Voice'), spokenBy(verdict)],
      [t('Spoken'), localTime(verdict.at)],
      [t('SHA-256 of its text'), verdict.textHash],
    ]
  if (verdict.kind === 'chapter')
    return [
      [t('Work'), verdict.work],
      [t('Chapter'), verdict.chapter],
      [t('Voices'), [...new Set(verdict.sections.map(spokenBy))].join('; ')],
    ]
  const { receipt } = verdict
  return [
    receipt.kind === 'job' ? [t('Job'), receipt.jobId] : [t('Work'), receipt.workId],
    [t('It has cost'), counted(receipt.charged.calls, 'call')],
    [t('Submitted'), localTime(receipt.createdAt)],
  ]
}

const spokenBy = ({ voice, provider }: { voice: string; provider?: string | undefined }) =>
  provider === undefined ? voice : t('{voice}, by {provider}', { voice, provider })

const facts: Record<Ours['kind'], MessageDescriptor> = {
  sound: msg('A machine has spoken it here, and it is unchanged.'),
  chapter: msg('A machine has spoken this chapter here, and it is unchanged.'),
  receipt: msg('It is a receipt of this platform, and unchanged.'),
}

/** The answer about a file. */
export const Verdict = ({ verdict, name }: { verdict: Verified; name: string }) =>
  verdict.ours ? (
    <>
      <Banner tone="plain">
        <b dir="auto">{name}</b> {t(facts[verdict.kind])}
      </Banner>
      <DataList>
        {rowsOf(verdict).map(([label, value]) => (
          <DataRow key={label} name={label}>
            {value}
          </DataRow>
        ))}
      </DataList>
    </>
  ) : (
    <Banner tone="warning">
      <b dir="auto">{name}</b> {fromServer(verdict.message)}
    </Banner>
  )
