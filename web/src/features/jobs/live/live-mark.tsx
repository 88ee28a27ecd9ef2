import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { Pulse } from '../../../ui/data/pulse.tsx'
import { useLiveness } from './liveness.ts'

const Line = styled.span<{ $isHidden: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 20px;
  color: var(--fg-2);
  font-size: 13px;
  visibility: ${({ $isHidden }) => ($isHidden ? 'hidden' : 'visible')};
`

/** The pulse moves only while the stream is open; its place is kept before that. */
export function LiveMark() {
  const liveness = useLiveness()
  return (
    <Line $isHidden={liveness === 'opening'}>
      {liveness === 'paused' ? (
        t('Paused')
      ) : (
        <>
          <Pulse />
          {t('Live')}
        </>
      )}
    </Line>
  )
}
