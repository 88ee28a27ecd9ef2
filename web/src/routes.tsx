import type { RouteObject } from 'react-router-dom'
import { NotFoundPage } from './pages/not-found.tsx'
import { type ScreenPath, screens } from './screens.tsx'
import { ScreenView } from './shell/screen-view.tsx'
import { Shell } from './shell/shell.tsx'
import { CouldNotBeShown } from './ui/layout/boundary.tsx'

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <CouldNotBeShown />,
    children: [
      ...(Object.keys(screens) as ScreenPath[]).map((path) => ({
        path,
        element: <ScreenView key={path} path={path} screen={screens[path]} />,
      })),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
