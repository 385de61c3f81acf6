import { describe, expect, test } from 'vitest'
import { findImageProblem, fitImage, readImageKind } from './image-file.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const file = (text: string, name: string, type = '') => new File([bytesOf(text)], name, { type })

const jpeg = '\xff\xd8\xff\xe0\0\x10JFIF\0'
const heic = '\0\0\0\x18ftypheic\0\0\0\0mif1heic'

describe('the kind of a file', () => {
  test.each([
    ['jpeg', jpeg],
    ['png', '\x89PNG\r\n\x1a\n\0\0'],
    ['gif', 'GIF89a\x01\0'],
    ['gif', 'GIF87a\x01\0'],
    ['webp', 'RIFF\x10\n\0\0WEBPVP8 '],
    ['avif', '\0\0\0\x1cftypavif\0\0\0\0mif1miaf'],
    ['avif', '\0\0\0\x1cftypmif1\0\0\0\0avifmiaf'],
    ['avif', '\0\0\0\x1cftypavis\0\0\0\0msf1miaf'],
    ['heic', heic],
    ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['heic', '\0\0\0\x18ftypheix\0\0\0\0mif1heix'],
    ['heic', '\0\0\0\x18ftyphevc\0\0\0\0msf1hevc'],
    ['heic', '\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc'],
    [undefined, '\0\0\0\x18ftypmp42\0\0\0\0isommp42'],
    [undefined, '\0\0\0\x14ftypqt  \0\0\0\0qt  avif'],
    [undefined, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [undefined, 'RIFF\x10\0\0\0WAVEfmt '],
    [undefined, 'BM'],
    [undefined, ''],
  ])('%s is known by its bytes', async (kind, text) => {
    expect(await readImageKind(new Blob([bytesOf(text)]))).toBe(kind)
  })
})

describe('a chosen file', () => {
  const invalid = 'Por favor, selecione um arquivo de imagem válido.'

  test.each([
    ['of its type', 'foto.jpg', 'image/jpeg'],
    ['without a type', 'foto', ''],
    ['of the type image/jpg', 'foto.jpg', 'image/jpg'],
    ['of the type of any bytes', 'foto.jpg', 'application/octet-stream'],
  ])('%s is valid if it is an image', async (_, name, type) => {
    expect(await findImageProblem(file(jpeg, name, type))).toBeUndefined()
  })

  test.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])(
    'that only claims to be %s is left to the server',
    async (type) => {
      expect(await findImageProblem(file('x', 'foto', type))).toBeUndefined()
    },
  )

  test.each(['', 'text/plain', 'image/svg+xml', 'application/pdf', 'image/tiff', 'image/'])(
    'that is none and claims %j is refused',
    async (type) => {
      expect(await findImageProblem(file('<svg/>', 'foto', type))).toEqual({ text: invalid })
    },
  )

  test.each([
    ['foto.heic', ''],
    ['FOTO.HEIF', ''],
    ['foto', 'image/heic'],
    ['foto', 'image/heif-sequence'],
  ])('that claims to be HEIC is named: %s %s', async (name, type) => {
    const problem = await findImageProblem(file('x', name, type))
    expect(problem?.text).toBe(invalid)
    expect(problem?.hint).toContain('Ajustes › Câmera › Formatos › Mais compatível')
  })

  test('that is HEIC is left to the browser, which may be able to read it', async () => {
    expect(await findImageProblem(file(heic, 'foto.jpg', 'image/jpeg'))).toBeUndefined()
  })
})

test.each([
  ['48 megapixels', 8064, 6048, 2048, 1536],
  ['upright', 3024, 4032, 1536, 2048],
  ['a panorama', 12_000, 800, 2048, 137],
  ['a line', 8000, 1, 2048, 1],
  ['as large as allowed', 2048, 2048, 2048, 2048],
  ['small', 300, 200, 300, 200],
])('%s becomes at most 2,048 pixels a side and is never enlarged', (_, width, height, ...size) => {
  const fitted = fitImage({ width, height })
  expect([fitted.width, fitted.height]).toEqual(size)
})
