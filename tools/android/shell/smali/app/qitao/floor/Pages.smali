# Where the page may go: to its own server; anything else is opened outside.
.class public Lapp/qitao/floor/Pages;
.super Landroid/webkit/WebViewClient;

.field private final floor:Lapp/qitao/floor/Floor;

.method public constructor <init>(Lapp/qitao/floor/Floor;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    return-void
.end method

# "https://name:port" of what was scanned or typed; without a scheme it is https. Null: it is no address.
.method public static serverOf(Ljava/lang/String;)Ljava/lang/String;
    .locals 5
    const/4 v4, 0x0
    invoke-virtual {p0}, Ljava/lang/String;->trim()Ljava/lang/String;
    move-result-object v0
    const-string v1, "qitao:"
    invoke-virtual {v0, v1}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v1
    if-eqz v1, :bare
    const/4 v1, 0x6
    invoke-virtual {v0, v1}, Ljava/lang/String;->substring(I)Ljava/lang/String;
    move-result-object v0
    :bare
    const-string v1, "://"
    invoke-virtual {v0, v1}, Ljava/lang/String;->contains(Ljava/lang/CharSequence;)Z
    move-result v1
    if-nez v1, :whole
    const-string v1, "https://"
    invoke-virtual {v1, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    :whole
    invoke-static {v0}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->normalizeScheme()Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    const-string v2, "https"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-nez v2, :web
    const-string v2, "http"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-nez v2, :web
    return-object v4
    :web
    invoke-virtual {v0}, Landroid/net/Uri;->getEncodedAuthority()Ljava/lang/String;
    move-result-object v2
    if-nez v2, :named
    return-object v4
    :named
    # A name with a number behind it, and nothing before an @ that makes it look like another.
    const-string v3, "(?i)[a-z0-9.-]+(:[0-9]{1,5})?|\\[[0-9a-f:]+\\](:[0-9]{1,5})?"
    invoke-virtual {v2, v3}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v3
    if-nez v3, :good
    return-object v4
    :good
    sget-object v3, Ljava/util/Locale;->ROOT:Ljava/util/Locale;
    invoke-virtual {v2, v3}, Ljava/lang/String;->toLowerCase(Ljava/util/Locale;)Ljava/lang/String;
    move-result-object v2
    const-string v3, "://"
    invoke-virtual {v1, v3}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v1, v2}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method

.method private isOurs(Landroid/net/Uri;)Z
    .locals 2
    invoke-virtual {p1}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Lapp/qitao/floor/Pages;->serverOf(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :web
    const/4 v0, 0x0
    return v0
    :web
    iget-object v1, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v1}, Lapp/qitao/floor/Floor;->server()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    return v0
.end method

.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .locals 3
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-direct {p0, v0}, Lapp/qitao/floor/Pages;->isOurs(Landroid/net/Uri;)Z
    move-result v1
    if-eqz v1, :outside
    const/4 v0, 0x0
    return v0
    :outside
    new-instance v1, Landroid/content/Intent;
    const-string v2, "android.intent.action.VIEW"
    invoke-direct {v1, v2, v0}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    const/4 v2, 0x1
    :try_start
    iget-object v0, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v0, v1}, Lapp/qitao/floor/Floor;->startActivity(Landroid/content/Intent;)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    return v2
    :nobody
    move-exception v0
    return v2
.end method

# Without a connection the page comes from the device; this is told when it is not there yet.
.method public onReceivedError(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceError;)V
    .locals 2
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :part
    iget-object v0, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    const-string v1, "no_answer"
    invoke-virtual {v0, v1}, Lapp/qitao/floor/Floor;->failed(Ljava/lang/String;)V
    :part
    return-void
.end method

.method public onReceivedHttpError(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceResponse;)V
    .locals 2
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :part
    iget-object v0, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    const-string v1, "no_answer"
    invoke-virtual {v0, v1}, Lapp/qitao/floor/Floor;->failed(Ljava/lang/String;)V
    :part
    return-void
.end method

.method public onReceivedSslError(Landroid/webkit/WebView;Landroid/webkit/SslErrorHandler;Landroid/net/http/SslError;)V
    .locals 2
    invoke-virtual {p2}, Landroid/webkit/SslErrorHandler;->cancel()V
    iget-object v0, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    const-string v1, "no_certificate"
    invoke-virtual {v0, v1}, Lapp/qitao/floor/Floor;->failed(Ljava/lang/String;)V
    return-void
.end method

# The page's process has ended, for want of memory mostly: it is opened anew, and has what it kept.
.method public onRenderProcessGone(Landroid/webkit/WebView;Landroid/webkit/RenderProcessGoneDetail;)Z
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Pages;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v0}, Lapp/qitao/floor/Floor;->recreate()V
    const/4 v0, 0x1
    return v0
.end method
