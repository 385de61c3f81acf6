/** The colours of one shop: two of the wall, floor, seat with its shade, metal, a light and a dark for details, an accent. */
export type Palette = {
  name: string
  wall: string
  wallShade: string
  floor: string
  seat: string
  seatShade: string
  metal: string
  light: string
  dark: string
  accent: string
  glow: string
}

const keys = [
  'name',
  'wall',
  'wallShade',
  'floor',
  'seat',
  'seatShade',
  'metal',
  'light',
  'dark',
  'accent',
  'glow',
] as const

/** Names and colours in the order of `keys`. */
const rows = `
marinho #1f3b63 #19304f #122540 #c9372a #a32a1f #e2b659 #f6ede0 #0e1b2e #e2b659 #ffe3b0
floresta #2e4a3d #263e33 #1d3028 #c8793a #a6602b #d9c08a #f3ede0 #14211b #e8b65a #ffe9b8
vinho #5b2529 #4c1e22 #3a1619 #24466f #1b3656 #e0b98a #f7eadd #240d0f #e9a15b #ffdcae
terracota #b5583a #9f4b31 #7c3825 #1f4a4a #173a3a #f0cf9a #fbf0e1 #3a1a10 #ffd38a #ffe6bd
mostarda #d9a53c #c6932e #9a6f1f #7a2a22 #611f19 #fbe9c0 #fff6e2 #3b2809 #7a2a22 #fff0c4
petroleo #16525a #11444b #0c3439 #e07a4a #bf6237 #e6c98f #eef3ea #072226 #f2b35e #ffe2b4
carvao #3b3a3a #313030 #252424 #b3261a #8f1d13 #cfc6b8 #f4efe7 #171616 #e3b35c #ffe5b5
creme #eadcc3 #dccbad #b89f7a #1f3b63 #172e4e #a97a34 #fffaf0 #3a2d1c #b3261a #fff4d6
salvia #a9b79a #99a889 #73826a #5b2f24 #47241b #f0e3c4 #fbf7ea #2a3325 #c8793a #fff2cf
ameixa #4a2c4f #3e2443 #2e1a32 #d98a5a #ba7044 #e6bf8f #f6e9e6 #1d0f20 #f0b56a #ffdfc0
cobalto #2f5aa8 #274c90 #1c3a70 #f2c14e #d6a435 #f4ead2 #fbf5e8 #10244a #f26b4e #ffedba
rosado #dba79a #cd9588 #a8756a #4b2430 #3a1a25 #f6e2c4 #fff3ea #40201f #2f5d57 #fff0dc
oliva #6b6a3a #5c5b30 #464523 #d8d0b4 #bcb394 #e2bd62 #f6f1dc #26250f #e07a4a #fff0b8
areia #cdb28d #bda07a #957a56 #2e4a3d #233b30 #f3e4c4 #fff8ea #3a2b17 #a33a24 #fff2cd
ferrugem #8a3d22 #77331b #5b2613 #e8c27a #cda65d #f2dcae #fbeedb #2b1008 #3f7f7a #ffe1a8
gelo #cfd9db #bfcacd #93a1a6 #b3261a #911d13 #56656b #fbfdfd #22303a #1f3b63 #ffffff
noite #1a1d2b #151824 #0e101a #6f7fd0 #5564b4 #d8c58c #ece9f5 #08090f #f0a95a #ffe0a6
jade #2f7a68 #276858 #1b4f43 #f3d9b0 #d8ba8c #f1cf7f #f4f6ea #0d2d26 #d9482f #fff0be
`

export const palettes: Palette[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const colors = row.split(' ')
    return Object.fromEntries(keys.map((key, index) => [key, colors[index] ?? ''])) as Palette
  })
