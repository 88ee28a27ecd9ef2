import { LoaderCircle } from 'lucide-react'
import styled, { keyframes } from 'styled-components'

const turn = keyframes`to { transform: rotate(1turn); }`

const Turning = styled(LoaderCircle)`
  animation: ${turn} 1s linear infinite;
`

export const Spinner = ({ size = 16 }: { size?: number }) => (
  <Turning size={size} strokeWidth={1.75} aria-hidden="true" />
)
