/** Every path that has a screen. The gateway answers any other path with the same page and status 404. */
export const paths = {
  dashboard: '/',
  jobs: '/jobs',
  playground: '/test',
  chatbot: '/chatbot',
  guide: '/guide',
  settings: '/settings',
  pricing: '/pricing',
  logIn: '/login',
  signUp: '/signup',
  account: '/account',
  terms: '/terms',
  license: '/license',
} as const
