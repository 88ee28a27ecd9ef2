import { Suspense } from 'react'
import { useOnline } from '../lib/hooks/use-online.ts'
import type { LazyView } from '../lib/lazy-view.tsx'
import { ProgressLine } from '../ui/data/progress-line.tsx'
import { Boundary, CouldNotBeShown } from '../ui/layout/boundary.tsx'
import { WaitingScreen } from './waiting-screen.tsx'

/** A screen: its title and skeleton at once, itself when its code is there. */
export const ScreenView = ({ path, screen }: { path: string; screen: LazyView }) => (
  // Tried again when the connection is back.
  <Boundary fallback={<CouldNotBeShown />} onError={screen.forget} resetKey={useOnline()}>
    <Suspense
      fallback={
        <>
          <ProgressLine />
          <WaitingScreen path={path} />
        </>
      }
    >
      <screen.View />
    </Suspense>
  </Boundary>
)
