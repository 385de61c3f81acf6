import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@na-regua/contract/images'

/** The longer side of what is sent. The server stores at most 1,600 pixels of width. */
const MAX_SIDE = 2048

/** How good the JPEG is that is drawn here; the server encodes it once more. */
const JPEG_QUALITY = 0.9

/** What is wrong with a chosen file. `text` is the specification's, or the server's; `hint` says what to do. */
export type ImageProblem = { text: string; hint?: string; fileName?: string }

const invalid: ImageProblem = { text: 'Por favor, selecione um arquivo de imagem válido.' }
const tooLarge: ImageProblem = { text: 'A imagem deve ter no máximo 5MB.' }
const unreadableHeic: ImageProblem = {
  ...invalid,
  hint: 'Esta foto é HEIC. No iPhone, escolha Ajustes › Câmera › Formatos › Mais compatível e tire outra, ou converta a foto para JPEG.',
}

type ImageKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

/** Some programs call JPEG so, against its registered name. */
const jpegAliases = ['image/jpg', 'image/pjpeg']

/** By the first bytes, because names and types of files are often missing or wrong: 'foto.jpg' can be HEIC. */
export async function readImageKind(file: Blob): Promise<ImageKind | undefined> {
  // A file that cannot be read fails again when it is sent, and is reported then.
  const bytes = new Uint8Array(
    await file
      .slice(0, 64)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  const text = String.fromCharCode(...bytes)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.slice(4, 8) !== 'ftyp') return undefined
  // The brands of the first box: AVIF and HEIC share the container, and name each other's general brands.
  const length = new DataView(bytes.buffer).getUint32(0)
  const brands = text.slice(8, Math.min(length, bytes.length)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif'
  return brands.some((brand) => /^(he[iv][cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined
}

/** What is wrong with a file before it is read: it is no image. A file that only claims to be one is left to the server. */
export async function findImageProblem(file: File): Promise<ImageProblem | undefined> {
  if (await readImageKind(file)) return undefined
  if ([...IMAGE_TYPES.split(','), ...jpegAliases].includes(file.type)) return undefined
  return isNamedHeic(file) ? unreadableHeic : invalid
}

const isNamedHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)

/** A file that cannot be sent; `problem` is what the user reads. */
export class ImageFileError extends Error {
  readonly problem: ImageProblem

  constructor(problem: ImageProblem) {
    super(problem.text)
    this.name = 'ImageFileError'
    this.problem = problem
  }
}

/**
 * The file that is sent for a chosen one: itself, or redrawn with at most 2,048 pixels a side where it has more, where it is
 * larger than the server accepts, or where it is HEIC and the browser can read it. Photos of today's phones exceed every limit of
 * the server, and this saves their owner's mobile data.
 */
export async function prepareImage(file: File): Promise<File> {
  const kind = await readImageKind(file)
  const prepared = (await redraw(file, kind)) ?? file
  if (prepared === file && kind === 'heic') throw new ImageFileError(unreadableHeic)
  if (prepared.size > MAX_IMAGE_BYTES) throw new ImageFileError(tooLarge)
  return prepared
}

/** Undefined if the file can go as it is, or if the browser cannot read it: the server then says what is wrong. */
async function redraw(file: File, kind: ImageKind | undefined): Promise<File | undefined> {
  const whole = await decode(file)
  const bitmap = whole ?? (kind === 'jpeg' ? await decode(new Blob([file, endOfJpeg])) : undefined)
  if (!bitmap) return undefined
  try {
    const isSmall = Math.max(bitmap.width, bitmap.height) <= MAX_SIDE && file.size <= MAX_IMAGE_BYTES
    if (isSmall && kind !== 'heic') return undefined
    const { width, height } = fitImage(bitmap)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) return undefined
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    if (!whole && isPartMissing(context, canvas)) throw new ImageFileError(invalid)
    const isClear = kind !== 'jpeg' && kind !== 'heic' && hasTransparency(context, canvas)
    return toFile(canvas, file.name, isClear)
  } finally {
    bitmap.close()
  }
}

/** A photo without its last bytes is decoded once the mark of the end stands there. */
const endOfJpeg = Uint8Array.of(0xff, 0xd9)

/** Upright, as the orientation of the file says; of an animation the first frame. Undefined if the browser cannot read it. */
function decode(file: Blob): Promise<ImageBitmap | undefined> {
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
}

/** Whether more than the last bytes are missing: decoders fill in grey. As on the server, 3 % of the height may be. */
function isPartMissing(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  const { data } = context.getImageData(0, Math.floor(height * 0.97) - 1, width, 1)
  return data.every((value, index) => index % 4 === 3 || Math.abs(value - 128) <= 2)
}

/** The size with a longer side of at most 2,048 pixels. */
export function fitImage({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function hasTransparency(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  const { data } = context.getImageData(0, 0, width, height)
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true
  return false
}

/** PNG keeps the transparency of a logo. Everything else is JPEG, because not every browser writes WebP. */
async function toFile(canvas: HTMLCanvasElement, name: string, isClear: boolean): Promise<File | undefined> {
  const type = isClear ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  return blob ? new File([blob], name, { type }) : undefined
}
