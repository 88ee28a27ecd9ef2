import styled from 'styled-components'
import { useOnline } from '../../../lib/hooks/use-online.ts'
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

/** The pulse moves only while the stream is open and the browser has a line; its place is kept before that. */
export function LiveMark() {
  const liveness = useLiveness()
  // A stream notices a lost line after a while; the browser at once.
  const isOnline = useOnline()
  return (
    <Line $isHidden={liveness === 'opening'}>
      {liveness === 'paused' || !isOnline ? (
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
