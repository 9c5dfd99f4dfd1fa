import rehypeRaw from 'rehype-raw';
import Markdown from './markdown.tsx';

/** As `Markdown`, for the site owner's own texts: HTML in them counts, after the same cleaning. */
export default function OwnerMarkdown({ text }: { text: string }) {
  return <Markdown text={text} readHtml={rehypeRaw} />;
}
