import { hydrateFirstPage } from './first-page.tsx'

// Apart from its code, which is in one file with that of every page and is evaluated before the page's own.
void hydrateFirstPage()
