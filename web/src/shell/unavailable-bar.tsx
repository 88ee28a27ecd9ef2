import { CloudOff } from 'lucide-react'
import styled from 'styled-components'
import { useServerUnavailable } from './use-server-unavailable.ts'

const Bar = styled.div`
  position: sticky;
  top: 56px;
  z-index: 4;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 32px;
  padding: 6px 16px;
  background: var(--warning-tint);
  color: var(--warning);
  font-size: 13px;
  font-weight: 500;
`

/** A bar while the server is unavailable; the data that was read before stays on the screen. */
export function UnavailableBar() {
  const isUnavailable = useServerUnavailable()
  return (
    <div role="status">
      {isUnavailable && (
        <Bar>
          <CloudOff size={16} strokeWidth={1.75} aria-hidden="true" />
          The server is away. Trying again…
        </Bar>
      )}
    </div>
  )
}
